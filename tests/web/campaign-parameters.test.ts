// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { captureCampaign, readCampaign } from '#web/routing/campaign-parameters.ts';

const visit = (address: string) => {
  history.replaceState(null, '', address);
  captureCampaign();
};

beforeEach(() => sessionStorage.clear());

test('the parameters of both queries are kept on the next page', () => {
  visit('/?utm_source=search#/campaign?utm_medium=cpc');
  visit('/#/about');
  expect(readCampaign()).toEqual({
    utm_source: 'search',
    utm_medium: 'cpc',
    utm_campaign: '',
    utm_content: '',
  });
});

test('a new campaign replaces all values of the previous one', () => {
  visit('/?utm_source=search&utm_content=a#/campaign');
  visit('/?utm_source=mail#/campaign');
  expect(readCampaign()).toMatchObject({ utm_source: 'mail', utm_content: '' });
});

test('a visit to another page, which drops the query inside the hash, keeps all values', () => {
  visit('/?utm_source=a&utm_medium=b#/campaign?utm_campaign=c&utm_content=d');
  visit('/?utm_source=a&utm_medium=b#/about');
  visit('/?utm_source=a&utm_medium=b#/campaign');
  expect(readCampaign()).toEqual({
    utm_source: 'a',
    utm_medium: 'b',
    utm_campaign: 'c',
    utm_content: 'd',
  });
});
