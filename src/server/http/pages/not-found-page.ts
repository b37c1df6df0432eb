import { html } from './html.ts';
import { page } from './page.ts';

/** HTML page for a 404. */
export const notFoundPage = (): string =>
  page({
    title: '404 Not Found',
    main: html`<h1>There is nothing here</h1>
<p class="lead">404 Not Found. The address may have been mistyped. <a href="/">Go to the home page</a></p>`,
  });
