import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { importModule } from '#paths/load-chart.ts';
import { subsetHeadingFont } from '../assets/heading-font.ts';
import { ROOT } from '../root.ts';
import { drawChart, runChartDiff } from './chart-diff.ts';
import type { Command, Commands } from './command-line.ts';

const chartsCommand: Command = {
  help: `npm run charts: writes the documents of the charts, machines/README.md and a page per chart in machines/chart-docs.
npm run charts -- --json               prints definition and description of every chart as JSON
npm run charts -- --json charts.json   writes the JSON into a file
npm run charts -- diff                 what differs between the charts of HEAD and those of the work tree
npm run charts -- diff v0.2.0          the same for another commit
          --markdown, --json           for a pull request, for other tools
          --html charts.html           writes a page with both drawings of each chart that differs
          --exit-code                  exit code 1 if a chart differs; it is 2 where charts can't be compared

One chart, by name or by the file that exports it:
npm run charts -- ./door.ts            prints its page; with door.md after it, writes it into that file
npm run charts -- ./door.ts --json     the same as JSON
npm run charts -- ./door.ts --svg      its drawing, for documents
npm run charts -- ./door.ts --open     simulates it in the browser: send events, answer its actors, turn
                                       the clock. Offers the events of its options (npm run paths -- --help),
                                       else samples of its types
          --port 5170                  where to serve it
          --export doorMachine         one of several charts in the file
          --events events.json         another file with events`,
  options: {
    events: { type: 'string' },
    export: { type: 'string' },
    'exit-code': { type: 'boolean' },
    html: { type: 'string' },
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    open: { type: 'boolean' },
    port: { type: 'string' },
    svg: { type: 'boolean' },
  },
  allowPositionals: true,
  async run(words) {
    const { values, positionals } = words;
    const [path, ...others] = positionals;
    if (values['svg']) return drawChart(words);
    if (path === 'diff') return runChartDiff(words);
    if (path !== undefined && !/\.(?:json|md)$/.test(path)) {
      try {
        const { runForChart } = (await importModule(
          join(ROOT, 'src/build/charts/chart-command.ts'),
        )) as typeof import('../charts/chart-command.ts');
        return await runForChart(path, others[0], values);
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        // Timers of a module that starts an actor would keep the process alive.
        process.exit(1);
      }
    }
    const unexpected = values['json'] ? others[0] : path;
    if (unexpected !== undefined || values['open']) {
      console.error('npm run charts needs a chart before that: npm run charts -- ./door.ts --open');
      process.exitCode = 2;
      return;
    }
    // The other commands tell of a chart that does not load; they must not load every chart.
    const { chartsAsJson, writeChartDocs } = (await importModule(
      join(ROOT, 'src/build/charts/describe-all.ts'),
    )) as typeof import('../charts/describe-all.ts');
    if (!values['json']) console.log(await writeChartDocs());
    else if (path === undefined) process.stdout.write(chartsAsJson());
    else writeFileSync(path, chartsAsJson());
  },
};

const DIRECTORY = `${ROOT}public`;
/** Background of icons that a system crops into its own shape. */
const BACKGROUND = '#0f1220';
/** Share of a system icon that the drawing fills; the margin may be cropped (W3C maskable icons). */
const SAFE_SHARE = 0.8;

const squareIcons = [{ file: 'favicon-32.png', side: 32 }];

/** Browsers request /favicon.ico for documents without a link element, such as JSON or images. */
const ICO_ICON = { file: 'favicon.ico', side: 32 };

const systemIcons = [
  { file: 'apple-touch-icon.png', side: 180 },
  { file: 'icon-192.png', side: 192 },
  { file: 'icon-512.png', side: 512 },
];

const draw = (svg: Buffer, side: number) =>
  sharp(svg, { density: (72 * side) / 32 }).resize(side, side);

const ICO_HEADER_BYTES = 22;

/** An ICO file that holds one PNG of `side` pixels (Windows Vista and newer, every browser). */
const icoOf = (png: Buffer, side: number): Buffer => {
  const header = Buffer.alloc(ICO_HEADER_BYTES);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one image
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10); // planes
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(ICO_HEADER_BYTES, 18);
  return Buffer.concat([header, png]);
};

/** Draws the icons from `public/favicon.svg` into `public`. */
const drawAll = async (): Promise<void> => {
  const svg = await readFile(`${DIRECTORY}/favicon.svg`);
  for (const { file, side } of squareIcons)
    await writeFile(`${DIRECTORY}/${file}`, await draw(svg, side).png().toBuffer());
  await writeFile(
    `${DIRECTORY}/${ICO_ICON.file}`,
    icoOf(await draw(svg, ICO_ICON.side).png().toBuffer(), ICO_ICON.side),
  );
  for (const { file, side } of systemIcons) {
    const inner = Math.round(side * SAFE_SHARE);
    const drawing = await draw(svg, inner).flatten({ background: BACKGROUND }).toBuffer();
    const sheet = sharp({
      create: { width: side, height: side, channels: 3, background: BACKGROUND },
    });
    await writeFile(
      `${DIRECTORY}/${file}`,
      await sheet
        .composite([{ input: drawing }])
        .png({ palette: true })
        .toBuffer(),
    );
  }
};

const iconsCommand: Command = {
  help: `node src/build/run.js draw-icons: draws the icons from public/favicon.svg.
The results are committed; run it after the drawing has changed.`,
  run: drawAll,
};

const fontCommand: Command = {
  help: `node src/build/run.js subset-font: subsets the heading font into public/fonts.
The results are committed, so that a build needs no font tools.`,
  run: () => subsetHeadingFont(`${ROOT}public/fonts/bricolage-grotesque-650.woff2`),
};

export const commands: Commands = {
  charts: chartsCommand,
  'draw-icons': iconsCommand,
  'subset-font': fontCommand,
};
