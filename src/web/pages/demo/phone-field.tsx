import { DIAL_CODES } from '#contract/dial-codes.ts';
import { PHONE_LENGTH_MAX } from '#contract/limits.ts';
import { demoFormContent as words } from '#web/content/demo.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './demo-form.module.css';

const LONGEST_DIAL_CODE = 3;

interface PhoneFieldProps {
  dialCode: string;
  phone: string;
  onDialCode: (dialCode: string) => void;
  onPhone: (phone: string) => void;
}

/** A number with the country it belongs to; the server gets both as one. */
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
            <Icon name="chevron" size="small" />
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
      maxLength={PHONE_LENGTH_MAX - LONGEST_DIAL_CODE}
      value={phone}
      onChange={onPhone}
    />
  </div>
);
