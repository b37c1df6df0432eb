import { Handle, Position } from '@xyflow/react';
import styles from './initial-node.module.css';

/** The dot that marks the initial state of a compound state. */
export const InitialNode = () => (
  <div className={styles['dot']}>
    <Handle type="source" position={Position.Bottom} />
  </div>
);
