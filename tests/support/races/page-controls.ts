/** The key in `sessionStorage` of the index of the history entry before the site. */
export const FIRST_ENTRY = 'race.first-entry';

/** What a tab shows. */
export interface Seen {
  /** A name for each document. */
  document: string;
  view: View;
  isBusy: boolean;
  /** Whether Back stays on the site. */
  canGoBack: boolean;
  /** The texts of the fields, by their names. */
  texts: Record<string, string>;
  isReadOnly: boolean;
  /** Whether the step offers to create the account again. */
  isIncomplete: boolean;
  hasBoxes: boolean;
  canResend: boolean;
  /** What dialogs, toasts and fields say. */
  notices: string[];
}

export type View =
  | 'starting'
  /** It waits for another document. */
  | 'leaving'
  | 'elsewhere'
  | 'address'
  | 'code'
  | 'verified'
  | 'company'
  | 'about'
  | 'allSet'
  | 'password'
  | 'loginCode'
  | 'offer'
  | 'app'
  | 'crashed'
  | 'other';

/** What a user wants to fill in; what is filled in already stays. */
export interface Filling {
  email: string;
  password: string;
  code: string;
  texts: Record<string, string>;
  /** A PNG in base64. */
  logo: string;
}

interface PageControls {
  look(): Seen;
  /** Resolves when the tasks that are due now have run. */
  rest(): Promise<void>;
  /** Fills in what the view lacks, and presses its main button. */
  goOn(filling: Filling): Promise<void>;
  type(name: string, text: string): Promise<void>;
  enterCode(code: string): Promise<void>;
  press(name: string): Promise<void>;
  /** Goes through the history; resolves when the page has been told. */
  move(entries: number): Promise<void>;
}

declare global {
  var controls: PageControls;
}

/** Init script of a page: what a user sees and does there, without waiting for the network. */
export const installControls = (firstEntry: string): void => {
  // Time does not pass in a run: no login gives up the lock that another tab has.
  AbortSignal.timeout = () => new AbortController().signal;
  const document_ = String(Math.random());
  const rest = async () => {
    for (let count = 0; count < 3; count += 1) await new Promise((resolve) => setTimeout(resolve));
  };
  const find = <Kind extends HTMLElement>(selector: string) =>
    document.querySelector<Kind>(selector);
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('button')];
  const button = (name: string) => buttons().find(({ textContent }) => textContent.trim() === name);
  const press = async (name: string) => {
    button(name)?.click();
    await rest();
  };
  const field = (name: string) =>
    find<HTMLInputElement>(`main input[name="${name}"], main textarea[name="${name}"]`);
  const type = async (name: string, text: string) => {
    const input =
      name === 'code' ? find<HTMLInputElement>('[autocomplete="one-time-code"]') : field(name);
    if (!input || input.readOnly) return;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value') ?? {};
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await rest();
  };
  const VIEWS: Record<string, View> = {
    'Tell us about your company': 'company',
    'About You': 'about',
    'You are all set!': 'allSet',
    'You are already logged in': 'offer',
    'Something went wrong': 'crashed',
    'Unexpected Application Error!': 'crashed',
  };
  const hasBoxes = () => find('[autocomplete="one-time-code"]') !== null;
  const viewOf = (): View => {
    if (location.pathname === '/robots.txt') return 'elsewhere';
    if (find('#log-out')) return 'app';
    if (globalThis.earlyInput) return 'starting';
    const heading = find('h1')?.textContent ?? '';
    if (heading === 'Sign up free to try now!') {
      if (find('main')?.textContent.includes('Email verified')) return 'verified';
      return hasBoxes() ? 'code' : 'address';
    }
    if (heading === 'Log in') return field('password') ? 'password' : 'loginCode';
    return VIEWS[heading] ?? 'other';
  };
  const dismiss = async () => {
    const ok = find('dialog[open] button');
    ok?.click();
    if (ok) await rest();
  };
  const tick = async (selector: string) => {
    const box = find<HTMLInputElement>(selector);
    if (box && !box.checked) box.click();
    await rest();
  };
  /** Chooses the first option of each list without a choice. */
  const choose = async () => {
    for (const list of document.querySelectorAll('main fieldset'))
      if (!list.querySelector(':checked'))
        list.querySelector<HTMLElement>('[type=checkbox]')?.click();
    await rest();
  };
  const enterCode = async (code: string) => {
    await dismiss();
    await type('code', code);
    if (viewOf() !== 'loginCode') return;
    await tick('main [type=checkbox]');
    await press('Verify');
  };
  const fill = async (texts: Record<string, string>) => {
    for (const [name, text] of Object.entries(texts))
      if (field(name)?.value === '') await type(name, text);
  };
  const chooseLogo = async (logo: string) => {
    const input = find<HTMLInputElement>('main input[type=file]');
    if (!input || find('main img')) return;
    const bytes = Uint8Array.from(atob(logo), (character) => character.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], 'logo.png', { type: 'image/png' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await rest();
  };
  globalThis.controls = {
    look: () => ({
      document: document_,
      view: viewOf(),
      canGoBack:
        (navigation.currentEntry?.index ?? 0) > Number(sessionStorage.getItem(firstEntry)) + 1,
      isBusy: find('[aria-busy=true]') !== null,
      texts: Object.fromEntries(
        [...document.querySelectorAll<HTMLInputElement>('main input[name], main textarea')].map(
          ({ name, value }) => [name, value],
        ),
      ),
      isReadOnly: find('main')?.textContent.includes('can no longer be changed here') ?? false,
      isIncomplete: button('Try again') !== undefined,
      hasBoxes: hasBoxes(),
      canResend: button('Resend OTP')?.disabled === false,
      notices: [...document.querySelectorAll('[role=alert], [role=status], dialog[open]')]
        .map(({ textContent }) => textContent.trim())
        .filter((text) => text !== ''),
    }),
    rest,
    press,
    type,
    enterCode,
    async goOn({ email, password, code, texts, logo }) {
      await dismiss();
      const view = viewOf();
      await fill({ email });
      if (view === 'address') return press('Send OTP');
      if (view === 'code') return enterCode(code);
      if (view === 'offer') {
        await press('Sign up another company');
        return press('Log in as someone else');
      }
      if (view === 'verified' || view === 'password' || view === 'loginCode') {
        await tick('main [type=checkbox]');
        await fill({ password });
        if (view === 'verified') return press('Start a free trial');
        if (view === 'password') return press('Log In');
        return hasBoxes() ? enterCode(code) : press('Send OTP');
      }
      if (button('Try again')) return press('Try again');
      await fill({ ...texts, password });
      if (view === 'company') {
        await choose();
        await chooseLogo(logo);
      }
      await press(view === 'allSet' ? 'Done' : 'Next');
    },
    async move(entries) {
      await new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true });
        setTimeout(resolve, 60);
        history.go(entries);
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
};
