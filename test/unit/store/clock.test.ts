import {expect, test} from 'vitest';
import {HttpFailure} from '../../../src/services/ports.ts';
import {httpError} from '../../../src/services/store/errors.ts';

test.each([
  ['CERT_NOT_YET_VALID', /^Check this machine's clock/],
  ['CERT_HAS_EXPIRED', /^Check this machine's clock/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
])('suggests checking the clock only if a certificate has expired or is not valid yet: %s', (code, hint) => {
  const cause = Object.assign(new Error('certificate'), {code});
  const error = httpError(new HttpFailure('tls', false, 'certificate', {cause}), {
    method: 'GET',
    url: 'https://api.test/v1/apps',
  });
  expect(error.hint).toMatch(hint);
});
