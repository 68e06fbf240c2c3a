import type { Helpline } from '@saathi/contract/help/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import css from './helplines.module.css'

const phone =
  'M7 4h2.6l1.6 4.2-2 1.5a11.4 11.4 0 0 0 5.1 5.1l1.5-2 4.2 1.6V17a2.6 2.6 0 0 1-2.6 2.6A13.4 13.4 0 0 1 4.4 6.6 2.6 2.6 0 0 1 7 4z'

/** The numbers as tel: links, so that the device can dial without our server. */
export function HelplineList({ helplines }: { helplines: readonly Helpline[] }) {
  const t = useText()
  return (
    <ul className={css.list}>
      {helplines.map(({ number, name, text: about }) => (
        <li key={number}>
          <a className={css.line} href={`tel:${number}`}>
            <span className={css.mark}>
              <Icon of={phone} size={22} />
            </span>
            <span className={css.words}>
              <strong>{t('help.helpline.call', { number })}</strong>
              <span>{name}</span>
              <span>{about}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
