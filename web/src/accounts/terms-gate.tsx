import { type ParsedLocation, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './terms-gate.module.css'
import { TermsPopup } from './terms-popup.tsx'
import { useAgreeToTerms } from './terms-queries.ts'

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
