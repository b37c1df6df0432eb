import type { Visitor } from '../visitor.ts';
import { button } from './button.ts';

/** Presses a button, waits for the text in the alert dialog, and closes the dialog. */
export const pressAndDismissAlert = async (
  visitor: Visitor,
  name: string,
  words: string,
): Promise<void> => {
  await button(visitor, name).click();
  const alert = visitor.page.getByRole('alertdialog');
  await alert.getByText(words).waitFor();
  await alert.getByRole('button', { name: 'OK' }).click();
};
