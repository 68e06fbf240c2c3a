import { useState } from 'react'
import { Card } from './card.tsx'
import { Checkbox } from './checkbox.tsx'
import { CodeInput } from './code-input.tsx'
import { clockText, CountdownRing } from './countdown.tsx'
import { Field } from './field.tsx'
import css from './kit-page.module.css'
import { PhoneInput } from './phone-input.tsx'

export function KitCodes() {
  const [digits, setDigits] = useState('4827')
  const [code, setCode] = useState('K7P2MQ')
  const [phone, setPhone] = useState('919800000001')
  const [agrees, setAgrees] = useState(true)
  return (
    <>
      <h2>Codes and numbers</h2>
      <div className={css.grid}>
        <Card className={`${css.wide} ${css.stack}`}>
          <Field label="One-time code" help="Look in Spam or Promotions if you do not see it.">
            <CodeInput kind="digits" value={digits} onChange={setDigits} />
          </Field>
          <Field label="Code for a new password" error="This code is not right.">
            <CodeInput kind="any" value={code} onChange={setCode} />
          </Field>
          <div className={css.row}>
            <CountdownRing seconds={74} of={120} />
            <span>New code in {clockText(74)}</span>
          </div>
        </Card>
        <Card className={`${css.wide} ${css.stack}`}>
          <Field label="Phone number">
            <PhoneInput countryLabel="Country" language="en" value={phone} onChange={setPhone} />
          </Field>
          <Checkbox checked={agrees} onChange={(event) => setAgrees(event.target.checked)}>
            I have read this and I agree.
          </Checkbox>
        </Card>
      </div>
    </>
  )
}
