/** Version of the release: that of package.json. */
export { version } from '../../../package.json';
