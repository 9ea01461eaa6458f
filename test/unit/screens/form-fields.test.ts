import {describe, expect, test} from 'vitest';
import {authLogin} from '../../../src/app/commands/auth/edit.ts';
import {updateBuild} from '../../../src/app/commands/builds.ts';
import {createVersion, updateVersion} from '../../../src/app/commands/versions/attributes.ts';
import {type Flags, oneOf, text, toggle} from '../../../src/app/flags/flags.ts';
import {createLabels} from '../../../src/screens/edit/create.tsx';
import {ENCRYPTION_LABELS, updateLabels} from '../../../src/screens/edit/forms.tsx';
import {choicesOf, fieldsOf, type Labels, nameOf} from '../../../src/screens/form/use-form.ts';
import {loginLabels} from '../../../src/screens/login/login-form.tsx';

const app = {id: '1', bundleId: 'com.example.a', name: 'A', sku: 'A', primaryLocale: 'en'};
const login = {withChoices: true, sandbox: false, pasted: undefined};

const FORMS: [name: string, flags: Flags, labels: Labels][] = [
  ['create', createVersion.flags, createLabels({app, versions: [], platform: 'IOS', last: undefined}, {})],
  ['update', updateVersion.flags, updateLabels({id: '1'}, {})],
  ['login', authLogin.flags, loginLabels({}, login)],
  ['encryption', updateBuild.flags, ENCRYPTION_LABELS],
];

describe('the fields of a form', () => {
  test.each(FORMS)(
    'gives each flag of a form a labelled field, or leaves the flag out by name: %s',
    (_, flags, labels) => {
      expect(Object.keys(labels).sort()).toEqual(Object.keys(flags).sort());
      const asked = Object.keys(flags).filter((name) => labels[name] !== false);
      expect(
        fieldsOf(flags, labels)
          .map(({name}) => name)
          .sort(),
      ).toEqual(asked.sort());
    },
  );

  test('orders the fields of a form as their labels are listed, then flags without a label', () => {
    const flags = {dummy: text({summary: 'Anything'}), a: text({summary: 'A'}), b: text({summary: 'B'})};
    expect(fieldsOf(flags, {b: {label: 'Bee'}, a: false}).map(({label}) => label)).toEqual(['Bee', 'dummy']);
  });

  test("requires a flag that a switch can replace, and hides the flag's field once the switch is on", () => {
    const flags = {issuer: text({summary: 'I', unless: ['individual']}), individual: toggle({summary: 'Individual'})};
    expect(fieldsOf(flags, {})[0]).toMatchObject({required: true, hidden: false});
    expect(fieldsOf(flags, {}, {individual: 'true'})[0]).toMatchObject({hidden: true});
  });

  test('offers "not set" as the first choice of an optional form field', () => {
    const choices = (options: {required?: boolean}) => {
      const [field] = fieldsOf({type: oneOf(['A', 'B'], {summary: 'Type', ...options})}, {});
      return field && choicesOf(field, '').map(({label}) => label);
    };
    expect(choices({})).toEqual(['not set', 'A', 'B']);
    expect(choices({required: true})).toEqual(['choose', 'A', 'B']);
  });

  test('shows a switch in a form as a choice of yes and no', () => {
    const [field] = fieldsOf({on: toggle({summary: 'On'})}, {});
    expect(field && choicesOf(field, '').map(({label}) => label)).toEqual(['no', 'yes']);
    expect(field && nameOf(field, 'true')).toBe('yes');
  });
});
