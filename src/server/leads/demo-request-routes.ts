import { calls } from '#contract/calls.ts';
import { registerCall } from '#server/http/register-call.ts';
import type { RoutePlugin } from '../http/route-plugin.ts';
import { receiveDemoRequest } from './receive-demo-request.ts';

/** Stores demo requests and notifies the sales mailbox. */
export const demoRequestRoutes: RoutePlugin = async (app, services) => {
  registerCall(app, calls.requestDemo, async (request) => {
    await receiveDemoRequest(services, request, request.body);
    return { message: 'received' };
  });
};
