import { routes } from '#web/routing/routes.tsx';

/** A page that has approved pictures. */
interface PicturedPage {
  /** Of its pictures. */
  name: string;
  address: string;
  /** In pixels, where the rest of a page needs no picture. */
  heightMax?: number;
}

/** The top of a legal document has each of its elements; tests/approved has its text. */
const LEGAL_HEIGHT = 4000;
const LEGAL = ['/terms', '/subscription-agreement', '/privacy'];

/** Every page that can be opened by its address. */
export const pages: PicturedPage[] = [
  ...Object.keys(routes).map((path) => ({
    name: path.slice(1).replaceAll('/', '-') || 'home',
    address: `/#${path}`,
    ...(LEGAL.includes(path) ? { heightMax: LEGAL_HEIGHT } : {}),
  })),
  { name: 'not-found', address: '/#/nowhere' },
  { name: 'checkout-with-plan', address: '/#/checkout?plan=starter' },
];
