import { Link } from '@tanstack/react-router'
import { useEffect, useState, type SubmitEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { PlainPage } from '#core/plain-page.tsx'
import { useProfile } from '#core/profile.ts'
import { signOut } from '#core/session.ts'
import { useStore } from '#core/store.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { CodeInput } from '#core/ui/form/code-input.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { memberSideOf } from '../member-side.ts'
import css from './page.module.css'
import { unsavedCodes, useGiveSecondFactor, useOfferAuthenticator } from './queries.ts'
import { LostPhone, SaveCodes } from './recovery.tsx'

/** Staff give a second factor before anything of the console is shown; the first time they link an app. */
export function EntrancePage({ hasAuthenticator }: { hasAuthenticator: boolean }) {
  const t = useText()
  const profile = useProfile()
  const memberSide = memberSideOf(profile)
  const codes = useStore(unsavedCodes)
  const [isLost, setLost] = useState(false)
  return (
    <PlainPage title={t('staff.entrance.title')}>
      <Card className={css.card}>
        {codes.length > 0 ? (
          <SaveCodes codes={codes} />
        ) : hasAuthenticator && isLost ? (
          <LostPhone onBack={() => setLost(false)} />
        ) : hasAuthenticator ? (
          <>
            <h1>{t('staff.entrance.title')}</h1>
            <p>{t('staff.entrance.text')}</p>
            <CodeForm label={t('staff.entrance.digits')} help={t('staff.entrance.changes')} />
            <Button kind="quiet" size="sm" onClick={() => setLost(true)}>
              {t('staff.lost.link')}
            </Button>
          </>
        ) : (
          <Enrol />
        )}
        <p className={css.who}>
          {profile.email}{' '}
          <Button kind="quiet" size="sm" onClick={() => void signOut()}>
            {t('staff.entrance.signOut')}
          </Button>
        </p>
      </Card>
      <p className={css.aside}>
        {t('staff.entrance.aside')} {memberSide && <Link to={memberSide}>{t('staff.memberSide')}</Link>}
      </p>
    </PlainPage>
  )
}

function CodeForm({ label, help }: { label: string; help: string }) {
  const t = useText()
  const giving = useGiveSecondFactor()
  const [code, setCode] = useState('')

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (code.length === 6) giving.mutate(code, { onError: () => setCode('') })
  }

  return (
    <form className={css.form} onSubmit={handleSubmit}>
      <Field label={label} help={help}>
        <CodeInput kind="digits" value={code} onChange={setCode} />
      </Field>
      <RefusalNote error={giving.error} />
      <Button
        type="submit"
        kind="primary"
        size="lg"
        block
        disabled={code.length < 6}
        busy={giving.isPending}
        busyLabel={t('staff.entrance.busy')}
      >
        {t('staff.entrance.continue')}
      </Button>
    </form>
  )
}

/** The server creates the key when the page opens. It takes effect once a code proves that the app has it. */
function Enrol() {
  const t = useText()
  const offering = useOfferAuthenticator()
  const { data, mutate } = offering
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => mutate(), [mutate])

  async function handleCopy(key: string) {
    await navigator.clipboard.writeText(key)
    setIsCopied(true)
  }

  return (
    <>
      <h1>{t('staff.enrol.title')}</h1>
      <p>{t('staff.enrol.text')}</p>
      {data ? (
        <>
          <p>{t('staff.enrol.scan')}</p>
          <svg
            className={css.square}
            viewBox={`0 0 ${data.qr.size} ${data.qr.size}`}
            role="img"
            aria-label={t('staff.enrol.square')}
          >
            <path d={data.qr.path} />
          </svg>
          <p>
            {t('staff.enrol.key')} <code className={css.key}>{data.key.match(/.{1,4}/g)?.join(' ')}</code>{' '}
            <Button kind="line" size="sm" onClick={() => void handleCopy(data.key)}>
              {t(isCopied ? 'staff.enrol.copied' : 'staff.enrol.copy')}
            </Button>
          </p>
          <CodeForm label={t('staff.enrol.then')} help={t('staff.entrance.changes')} />
        </>
      ) : (
        <>
          {offering.isPending && <LoadingBeads label={t('app.loading')} labelHidden />}
          <RefusalNote error={offering.error} />
          <ConfirmFirst action={offering} />
        </>
      )}
    </>
  )
}
