import { NATIONAL_PHONE_LENGTH_MAX } from '#contract/demo-request.ts';
import { demoFormContent as words } from '#contract/demo-request-content.ts';
import { DIAL_CODES } from '#contract/lists/dial-codes.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import * as icons from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './demo-form.module.css';

interface PhoneFieldProps {
  dialCode: string;
  phone: string;
  onDialCode: (dialCode: string) => void;
  onPhone: (phone: string) => void;
}

/** A phone number with its dial code. The server receives both as one text. */
export const PhoneField = ({ dialCode, phone, onDialCode, onPhone }: PhoneFieldProps) => (
  <div className={styles['phone']}>
    <Field label={words.dialCode}>
      {(control) => (
        <span className={styles['dial-code']}>
          <select
            {...control}
            className={styles['select']}
            name="dialCode"
            autoComplete="tel-country-code"
            value={dialCode}
            onChange={(event) => onDialCode(event.target.value)}
          >
            {DIAL_CODES.map(({ code, country }) => (
              <option key={code} value={code}>
                {code} {country}
              </option>
            ))}
          </select>
          <span className={styles['chevron']}>
            <Icon path={icons.chevron} size="small" />
          </span>
        </span>
      )}
    </Field>
    <TextField
      label={words.phone}
      type="tel"
      name="phone"
      autoComplete="tel-national"
      required
      maxLength={NATIONAL_PHONE_LENGTH_MAX}
      value={phone}
      onChange={onPhone}
    />
  </div>
);
