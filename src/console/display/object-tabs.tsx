import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';

interface ObjectTabsProps<P> {
  tabs: readonly { id: string; label: string; content: ComponentType<P> }[];
  /** What each tab shows. */
  of: P & object;
}

/** The tabs of an object's page, in one row that scrolls. The address names the open one, unless it is the first. */
export function ObjectTabs<P>({ tabs, of }: ObjectTabsProps<P>) {
  const first = tabs[0]?.id;
  const { tab = first }: { tab?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id$="${tab}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  const open = (id: string | null) =>
    void navigate({ to: '.', search: id === first ? {} : { tab: id } } as Parameters<typeof navigate>[0]);
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List ref={list} mb="md" pt={3} className="tabs">
        {tabs.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content: Content }) => (
        <Tabs.Panel key={id} value={id}>
          <Content {...of} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
