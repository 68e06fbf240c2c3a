import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { signOut } from '#core/session.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './terms-popup.module.css'

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
export function TermsPopup({ isSaving, hasFailed, onContinue, onRead }: TermsPopupProps) {
  const t = useText()
  return (
    <Dialog open blocking onClose={() => {}} title={t('terms.title')} text={t('terms.text')}>
      <ul className={css.list}>
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
      <div className={css.list}>
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
