import type { Recording } from '#charts/model/recording.ts';
import { saveFile } from '../live/recording-of.ts';
import styles from './event-log.module.css';

interface SaveEventsProps {
  /** Undefined where the log no longer has the start of the actor. */
  recording: Recording | undefined;
}

/** A button that saves the events of an actor for `npm run paths -- --events-from`. */
export const SaveEvents = ({ recording }: SaveEventsProps) => (
  <button
    type="button"
    className={styles['button']}
    disabled={!recording}
    title={
      recording
        ? 'npm run paths -- --events-from replays the file'
        : 'The log no longer has the start of this actor'
    }
    onClick={() =>
      recording &&
      saveFile(`${recording.chart}.recording.json`, `${JSON.stringify(recording, undefined, 2)}\n`)
    }
  >
    Save events
  </button>
);
