// Unpacks the packaged Chromium into the temporary folder of this process. A process of its own,
// because the package changes environment variables when it is imported.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
