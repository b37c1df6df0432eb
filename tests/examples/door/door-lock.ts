const TRIES_MAX = 3;
const PAUSE_MS = 60_000;

/** A lock that knows nothing of the chart: the subject that the paths test. */
export class DoorLock {
  display: 'Enter the code' | 'Checking' | 'Locked' | 'Open' = 'Enter the code';
  readonly #check: (code: string) => Promise<boolean>;
  #tries = 0;

  /** @param check resolves with whether a code is right */
  constructor(check: (code: string) => Promise<boolean>) {
    this.#check = check;
  }

  async enter(code: string): Promise<void> {
    this.display = 'Checking';
    try {
      if (await this.#check(code)) this.display = 'Open';
      else this.#countTry();
    } catch {
      this.display = 'Enter the code';
    }
  }

  #countTry(): void {
    this.#tries += 1;
    if (this.#tries < TRIES_MAX) {
      this.display = 'Enter the code';
      return;
    }
    this.display = 'Locked';
    setTimeout(() => {
      this.#tries = 0;
      this.display = 'Enter the code';
    }, PAUSE_MS);
  }
}
