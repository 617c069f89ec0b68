import type Docker from 'dockerode';
import { inspectOrNull, listContainers } from '../../agent/docker/engine/containers.ts';
import type { EngineClient } from '../../agent/docker/engine/engine-client.ts';
import { inspectImage, inspectImageOrNull } from '../../agent/docker/engine/images.ts';
import { labels } from '../../agent/docker/engine/labels.ts';
import { nameOf, type Successor, successorOf } from '../../agent/docker/own/successor.ts';
import { programLabel } from '../../agent/upgrade/container-facts.ts';
import type { OrderedImage } from '../../upgrade/upgrade-files.ts';
import { EngineActs } from './engine-acts.ts';

type Container = Docker.ContainerInspectInfo;

/** The agent's containers in a switch: the previous by the order's id, the next by label. Throws RuntimeError. */
export class AgentContainers {
  readonly acts: EngineActs;
  readonly #client: EngineClient;

  constructor(client: EngineClient) {
    this.#client = client;
    this.acts = new EngineActs(client);
  }

  async next(requestId: string): Promise<Container | null> {
    const found = await this.#labelled(labels.upgrade, requestId);
    const next = found.find(({ Labels }) => Labels[labels.purpose] === undefined);
    return next === undefined ? null : this.acts.lookAt(next.Id);
  }

  /** The container that the agent ran in when the switch was ordered, or its replacement; null without one. */
  async former({ container }: Ordered): Promise<Container | null> {
    const { id, name } = container;
    const found = [await this.acts.lookAt(id), ...(await this.#inPlaceOf(id))].filter((each) => each !== null);
    // Without the agent's name it may be incomplete while there is another.
    return found.find((each) => nameOf(each) === name) ?? found[0] ?? null;
  }

  async requiredFormer(ordered: Ordered): Promise<Container> {
    const found = await this.former(ordered);
    if (found === null) throw new Error('the agent’s container was removed');
    // No other container is ever touched.
    if (found.Config.Labels?.[programLabel.name] !== programLabel.value)
      throw new Error(`the container ${found.Name} does not belong to the agent`);
    return found;
  }

  /** How to re-create the previous container from another image. */
  async successor(ordered: Ordered): Promise<Successor> {
    const former = await this.requiredFormer(ordered);
    return {
      ...successorOf(former, (await inspectImage(this.#client, former.Image)).Config),
      name: ordered.container.name,
    };
  }

  /** Creates the container of the new version without starting it, replacing leftovers. */
  async makeNext(requestId: string, ordered: OrderedImage): Promise<Container> {
    const name = `${stoppedName(ordered.container.name, requestId)}-next`;
    return this.acts.steadily(async () => {
      await this.acts.remove(await this.next(requestId));
      return this.#create(name, ordered, { [labels.upgrade]: requestId });
    });
  }

  /** The next container, complete and with the agent's name; created again if it was lost. */
  async nextToStart(requestId: string, ordered: OrderedImage): Promise<string> {
    const { name } = ordered.container;
    const found = await this.next(requestId);
    // It gets the name once it is complete.
    if (found !== null && nameOf(found) === name) return found.Id;
    return this.makeNextInPlace(requestId, ordered);
  }

  /** Creates the next container again, with the agent's name. */
  async makeNextInPlace(requestId: string, ordered: OrderedImage): Promise<string> {
    const { Id } = await this.makeNext(requestId, ordered);
    await this.acts.rename(Id, ordered.container.name);
    return Id;
  }

  /** Re-creates the previous container from its own image. One of the two is complete at every moment. */
  async makeFormerInPlace(ordered: Ordered): Promise<string> {
    const { container } = ordered;
    const lost = await this.requiredFormer(ordered);
    const name = `${stoppedName(container.name, lost.Id)}-recovered`;
    const { Id } = await this.acts.steadily(async () => {
      await this.dropSpares(ordered);
      const named = await inspectImageOrNull(this.#client, lost.Config.Image);
      const reference = named?.Id === lost.Image ? lost.Config.Image : lost.Image;
      return this.#create(name, { container, id: lost.Image, reference }, { [labels.replaces]: container.id });
    });
    await this.acts.remove(lost);
    await this.acts.rename(Id, container.name);
    return Id;
  }

  /** Removes unused replacements of the previous container. */
  async dropSpares(ordered: Ordered): Promise<void> {
    const former = await this.former(ordered);
    for (const spare of await this.#inPlaceOf(ordered.container.id))
      if (spare.Id !== former?.Id) await this.acts.remove(spare);
  }

  async #create(name: string, ordered: Omit<OrderedImage, 'formerId'>, label: Record<string, string>) {
    const { docker } = this.#client;
    const { create, networks } = await this.successor(ordered);
    const { id } = await this.#client.call('create a container of the agent', (abortSignal) =>
      docker.createContainer({
        ...create,
        name,
        Image: ordered.reference,
        abortSignal,
        Labels: { ...create.Labels, ...label },
        HostConfig: { ...create.HostConfig, RestartPolicy: ordered.container.restart },
      }),
    );
    for (const { name, endpoint } of networks)
      await this.#client.call('connect a network', (abortSignal) =>
        docker
          .getNetwork(name)
          .connect({ Container: id, EndpointConfig: endpoint, abortSignal } as Docker.NetworkConnectOptions),
      );
    const made = await inspectOrNull(this.#client, id);
    if (made?.Image !== ordered.id) throw new Error(`${ordered.reference} is no longer the image that was rehearsed`);
    return made;
  }

  async #inPlaceOf(id: string): Promise<Container[]> {
    const found = await this.#labelled(labels.replaces, id);
    const looked = await Promise.all(found.map(({ Id }) => this.acts.lookAt(Id)));
    return looked.filter((each) => each !== null);
  }

  #labelled(label: string, value: string): Promise<Docker.ContainerInfo[]> {
    const filters = { label: [`${label}=${value}`] };
    return this.acts.steadily(() => listContainers(this.#client, filters));
  }
}

type Ordered = Pick<OrderedImage, 'container'>;

/** Prefix of the names of both containers of a switch, while they do not have the agent's. */
export const stoppedName = (agentName: string, requestId: string): string =>
  `${agentName}-${requestId.replace(/[^a-zA-Z0-9_.-]/g, '').slice(-12)}`;
