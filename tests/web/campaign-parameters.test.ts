// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { captureCampaign, readCampaign } from '#web/campaign-parameters.ts';

const arriveAt = (address: string) => {
  history.replaceState(null, '', address);
  captureCampaign();
};

beforeEach(() => sessionStorage.clear());

test('both queries of the address count, and stay when the visitor goes on', () => {
  arriveAt('/?utm_source=search#/campaign?utm_medium=cpc');
  arriveAt('/#/about');
  expect(readCampaign()).toEqual({
    utm_source: 'search',
    utm_medium: 'cpc',
    utm_campaign: '',
    utm_content: '',
  });
});

test('a new campaign replaces the old one as a whole', () => {
  arriveAt('/?utm_source=search&utm_content=a#/campaign');
  arriveAt('/?utm_source=mail#/campaign');
  expect(readCampaign()).toMatchObject({ utm_source: 'mail', utm_content: '' });
});

test('straying to another page, which drops the query of the hash, loses nothing', () => {
  arriveAt('/?utm_source=a&utm_medium=b#/campaign?utm_campaign=c&utm_content=d');
  arriveAt('/?utm_source=a&utm_medium=b#/about');
  arriveAt('/?utm_source=a&utm_medium=b#/campaign');
  expect(readCampaign()).toEqual({
    utm_source: 'a',
    utm_medium: 'b',
    utm_campaign: 'c',
    utm_content: 'd',
  });
});
