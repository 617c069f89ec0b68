import { notifications } from '@mantine/notifications';
import { explainError } from './explain-error.ts';

const closeButtonProps = { 'aria-label': 'Close' };

export const showDone = (message: string): void => {
  notifications.show({ message, color: 'teal', autoClose: 5000, closeButtonProps });
};

/** Says that something failed, and what to do. Stays until it is closed. */
export const showFailure = (error: unknown): void => {
  const { title, advice } = explainError(error);
  notifications.show({ title, message: advice, color: 'red', autoClose: false, role: 'alert', closeButtonProps });
};
