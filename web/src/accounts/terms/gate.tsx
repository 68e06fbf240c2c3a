import { type ParsedLocation, useLocation, useRouter, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { signOut } from '#core/session.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './gate.module.css'
import termsPopupCss from './popup.module.css'
import { useAgreeToTerms } from './queries.ts'

/** Covers every page until the person agrees; on the legal texts themselves it only shows a link back. */
export function TermsGate({ asks }: { asks: boolean }) {
  const t = useText()
  const router = useRouter()
  const location = useLocation()
  const [returnTo, setReturnTo] = useState<ParsedLocation | null>(null)
  const agreeing = useAgreeToTerms()

  const goTo = ({ href, state }: Pick<ParsedLocation, 'href' | 'state'>) => void router.navigate({ href, state })

  if (asks) {
    return (
      <TermsPopup
        isSaving={agreeing.isPending}
        hasFailed={agreeing.isError}
        onContinue={() => agreeing.mutate()}
        onRead={() => setReturnTo(location)}
      />
    )
  }
  const handleBack = () => (returnTo ? goTo(returnTo) : void router.navigate({ href: '/' }))
  return (
    <aside className={css.bar} aria-label={t('terms.title')}>
      <Note
        action={
          <Button kind="line" size="sm" onClick={handleBack}>
            {t('terms.back')}
          </Button>
        }
      >
        {t('terms.reading')}
      </Note>
    </aside>
  )
}

const texts = [
  { to: '/moreinfo/privacyPolicy', name: 'legal.privacyPolicy' },
  { to: '/moreinfo/termsOfService', name: 'legal.termsOfService' },
  { to: '/moreinfo/codeofconduct', name: 'legal.codeOfConduct' },
] as const

type TermsPopupProps = {
  isSaving: boolean
  hasFailed: boolean
  onContinue: () => void
  /** One of the texts is being opened. */
  onRead: () => void
}

/** Cannot be dismissed without agreeing; people who disagree can read the texts or sign out. */
function TermsPopup({ isSaving, hasFailed, onContinue, onRead }: TermsPopupProps) {
  const t = useText()
  return (
    <Dialog open blocking onClose={() => {}} title={t('terms.title')} text={t('terms.text')}>
      <ul className={termsPopupCss.list}>
        {texts.map(({ to, name }) => (
          <li key={to}>
            <ButtonLink block render={<Link to={to} onClick={onRead} />}>
              {t(name)}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {hasFailed && (
        <Note tone="bad" live="alert">
          {t('terms.failed')}
        </Note>
      )}
      <div className={termsPopupCss.list}>
        <Button kind="primary" block busy={isSaving} busyLabel={t('terms.busy')} onClick={onContinue}>
          {t('terms.continue')}
        </Button>
        <Button kind="quiet" block onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
      </div>
    </Dialog>
  )
}
