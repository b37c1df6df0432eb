import type { Recording } from '#charts/model/recording.ts';
import type { ChartWithOptions } from '../load/load-chart.ts';
import { replay } from '../replay.ts';
import { countText } from '../report/as-text.ts';
import { payloadInShort } from '../report/in-short.ts';
import { valueText } from '../report/value-text.ts';

const eventText = (event: { type: string }): string =>
  [event.type, payloadInShort(event)].filter(Boolean).join('  ');

/** The states that a recording passes. Throws the same text with the reason where it diverges. */
export const replayText = ({ name, machine }: ChartWithOptions, recording: Recording): string => {
  const { start, steps, divergence } = replay(machine, recording);
  const passed = [
    `  0. → ${valueText(start)}`,
    ...steps.map(
      ({ event, value }, index) =>
        `  ${index + 1}. ${eventText(event)}\n     → ${valueText(value)}`,
    ),
  ];
  const all = countText(recording.events.length, 'event');
  if (!divergence) return [`${name} replays ${all}`, ...passed].join('\n');
  const { event, reason } = divergence;
  const where = event ? `event ${steps.length + 1}, ${eventText(event)}` : 'the start';
  throw new Error(
    [
      `${name} replays ${steps.length} of ${all}`,
      ...passed,
      `The replay diverges at ${where}: ${reason}`,
    ].join('\n'),
  );
};
