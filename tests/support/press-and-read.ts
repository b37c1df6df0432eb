import { button } from './button.ts';
import type { Visitor } from './site.ts';

/** Presses a button, reads in the dialog what came of it, and closes that. */
export const pressAndRead = async (
  visitor: Visitor,
  name: string,
  words: string,
): Promise<void> => {
  await button(visitor, name).click();
  const alert = visitor.page.getByRole('alertdialog');
  await alert.getByText(words).waitFor();
  await alert.getByRole('button', { name: 'OK' }).click();
};
