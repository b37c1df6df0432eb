/** Who asked for a demo, as the calendar needs to know them. */
export interface Person {
  name: string;
  email: string;
}

let person: Person | undefined;

/** Who asked for a demo since the document was loaded. It is in no address, no history entry and no storage. */
export const sentPerson = (): Person | undefined => person;

/** A call that sends a demo request, and remembers who asked once it was received. */
export const rememberPerson =
  <Request extends { fields: Person }>(send: (request: Request) => Promise<void>) =>
  async (request: Request): Promise<void> => {
    await send(request);
    const { name, email } = request.fields;
    person = { name, email };
  };
