import { memo, useMemo } from 'react';
import { eventLabel } from '#charts/model/chart-edges.ts';
import { type ActorMessage, messagesIn } from '../live/time-travel.ts';
import { useView } from '../live/view.ts';
import styles from './message-list.module.css';
import { FoldedPanel } from './panel.tsx';

/** More would slow down rendering. */
const MESSAGES_SHOWN_MAX = 200;
const LANE_PX = 14;
const HEIGHT_PX = 20;
const HEAD_PX = 5;

interface ArrowProps {
  /** Numbers of lanes; `from` is -1 for an event of the page. */
  from: number;
  to: number;
  lanes: number;
}

/** The line of a message from lane to lane. */
const Arrow = ({ from, to, lanes }: ArrowProps) => {
  const xOf = (lane: number) => (lane < 0 ? 0 : (lane + 0.5) * LANE_PX);
  const [start, end] = [xOf(from), xOf(to)];
  const back = end < start ? HEAD_PX : -HEAD_PX;
  const y = HEIGHT_PX / 2;
  return (
    <svg width={lanes * LANE_PX} height={HEIGHT_PX} aria-hidden="true">
      {from === to ? (
        <circle cx={end} cy={y} r={HEAD_PX} />
      ) : (
        <path d={`M${start} ${y}H${end}l${back}-${HEAD_PX}v${2 * HEAD_PX}L${end} ${y}`} />
      )}
    </svg>
  );
};

interface MessageProps extends ArrowProps {
  sender: string;
  receiver: string;
  event: string;
  isHere: boolean;
}

const Message = memo(({ sender, receiver, event, isHere, ...arrow }: MessageProps) => (
  <li className={styles['message']} aria-current={isHere ? 'step' : undefined}>
    <span className={styles['lanes']}>
      <Arrow {...arrow} />
    </span>
    <span>
      {sender} → {receiver} <strong>{eventLabel(event)}</strong>
    </span>
  </li>
));

const Messages = () => {
  const { live, moment } = useView();
  const { names, messages } = useMemo(() => messagesIn(live), [live]);
  const shown = messages.slice(-MESSAGES_SHOWN_MAX);
  const lanes = [...new Set(shown.flatMap(({ from, to }) => (from ? [from, to] : [to])))];
  const titles = lanes.map((key) => names.get(key) ?? key);
  const nameOf = (actor: ActorMessage['from']): string => {
    if (actor === undefined) return 'page';
    const name = titles[lanes.indexOf(actor)] ?? '';
    const isUnique = titles.indexOf(name) === titles.lastIndexOf(name);
    return isUnique ? name : `${name} ${actor.slice(actor.indexOf('/') + 1)}`;
  };
  if (shown.length === 0) return <p>Nothing was sent yet.</p>;
  return (
    <ol>
      {shown.map(({ key, from, to, event }) => (
        <Message
          key={key}
          from={from === undefined ? -1 : lanes.indexOf(from)}
          to={lanes.indexOf(to)}
          lanes={lanes.length}
          sender={nameOf(from)}
          receiver={nameOf(to)}
          event={event}
          isHere={key === moment}
        />
      ))}
    </ol>
  );
};

/** Who sent what to whom: the messages between actors in their order, with a lane for each actor. */
export const MessageList = () => (
  <FoldedPanel summary="Messages between actors" label="Messages between actors">
    <Messages />
  </FoldedPanel>
);
