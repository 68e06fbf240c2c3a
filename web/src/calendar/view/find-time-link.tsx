import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { clock } from '#core/ui/icons.ts'

/** On the home and in the calendar: in its title on wide screens; on a phone, where that has no room, below the events of the day. */
export function FindTimeLink({ mentorship, block }: { mentorship: number; block?: boolean }) {
  const t = useText()
  return (
    <ButtonLink kind="line" block={block} render={<Link to="/mentorship/time" search={{ mentorship }} />}>
      <Icon of={clock} /> {t('findTime.title')}
    </ButtonLink>
  )
}
