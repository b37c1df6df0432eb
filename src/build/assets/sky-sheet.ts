/** Background stars: x, y and radius in pixels; sparse behind the text, denser to the right. */
const FIELD = [
  [331, 7, 1.4],
  [377, 3, 1],
  [496, 58, 1.4],
  [640, 150, 1],
  [700, 34, 1.2],
  [791, 270, 1.2],
  [795, 329, 1.8],
  [821, 295, 2.8],
  [821, 401, 2.6],
  [827, 592, 1.8],
  [841, 450, 1.8],
  [849, 440, 1],
  [850, 158, 2.4],
  [868, 183, 1.6],
  [873, 556, 1.8],
  [875, 336, 1.8],
  [889, 308, 2.6],
  [902, 476, 1.8],
  [918, 264, 1.4],
  [927, 518, 2.8],
  [929, 250, 1.8],
  [969, 77, 2],
  [969, 614, 1.4],
  [1034, 625, 3],
  [1053, 37, 1.4],
  [1053, 70, 2.8],
  [1062, 572, 2.4],
  [1064, 352, 1.8],
  [1072, 23, 2.8],
  [1088, 288, 2.8],
  [1091, 35, 1.8],
  [1092, 429, 2.8],
  [1106, 557, 2.8],
  [1108, 434, 2.2],
  [1109, 490, 2.4],
  [1135, 304, 1.4],
  [1155, 505, 2.4],
  [1193, 398, 2.6],
  [1193, 266, 2.2],
  [1195, 139, 2.2],
] as const;

/** The points of the constellation, in order; its line ends before the star. */
const POINTS = [
  [838, 556],
  [812, 452],
  [780, 330],
  [906, 256],
  [1010, 352],
] as const;
const LINE_END = [1046, 254] as const;
const STAR = [1078, 168] as const;

/** Radius of the favicon's star, in units of its viewBox. */
const ICON_MIDDLE = 16;
const ICON_RADIUS = 13;

/** Colours of the dark background and of the drawing. */
const NIGHT = '#0f1220';
const FAINT = '#4a5282';
const LIGHT = '#b9c0db';

/** Sheet size and the middle of the drawing, in pixels. */
const WIDTH = 1200;
const HEIGHT = 630;
const MIDDLE = 978;

/** The drawing as it is, upside down, mirrored, and both. */
const SKIES = [
  'translate(0 0)',
  `translate(0 ${HEIGHT}) scale(1 -1)`,
  `translate(${2 * MIDDLE} 0) scale(-1 1)`,
  `translate(${2 * MIDDLE} ${HEIGHT}) scale(-1 -1)`,
];

const circle = (x: number, y: number, r: number, paint: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${paint}/>`;

/**
 * The background of the social image as SVG, 1200 by 630: a night sky, a constellation, and the star
 * twice, small before the name and large at the end of the constellation.
 *
 * @param icon the markup of a 32 by 32 icon whose paths are the star
 * @param variant any number from 0; four of them in a row have different skies
 * @throws Error when the icon has no path
 */
export const skySheet = (icon: string, variant: number): string => {
  const paths = icon.match(/<path[^>]*>/g)?.join('');
  if (!paths) throw new Error('The icon has no star');
  const star = (x: number, y: number, radius: number) =>
    `<g transform="translate(${x} ${y}) scale(${radius / ICON_RADIUS}) translate(-${ICON_MIDDLE} -${ICON_MIDDLE})">${paths}</g>`;
  const [x, y] = STAR;
  const line = [...POINTS, LINE_END].map((point) => point.join(' ')).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${NIGHT}"/>
<g transform="${SKIES[variant % SKIES.length]}">
${FIELD.map(([cx, cy, r]) => circle(cx, cy, r, `fill="${FAINT}"`)).join('')}
<path d="M${line}" fill="none" stroke="${FAINT}" stroke-width="2.5"/>
${POINTS.map(([cx, cy]) => circle(cx, cy, 9, `fill="${LIGHT}" stroke="${NIGHT}" stroke-width="5"`)).join('')}
${star(x, y, 84)}
</g>
${star(104, 106, 30)}
</svg>`;
};
