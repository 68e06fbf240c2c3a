import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import css from './held-picture.module.css'
import { Icon } from './icon.tsx'
import { image } from './icons.ts'

export type HeldPictureProps = {
  /** What a tap does: 'Show picture'. */
  words: string
  /** Which one, for those who hear the page. */
  name: string
  /** How much it takes, where that is known. */
  cost: string | null
  className?: string | undefined
  /** As large as the picture will be, so that nothing moves when it comes. */
  style?: CSSProperties | undefined
  onShow: () => void
}

/** In the place of a picture that is fetched only when it is asked for. */
export function DeferredPicture({ words, name, cost, className, style, onShow }: HeldPictureProps) {
  return (
    <button type="button" className={classNames(css.held, className)} style={style} onClick={onShow}>
      <Icon of={image} size={28} />
      <span className={css.words}>
        {words}
        <span className="sr"> {name}</span>
        {cost !== null && <small className={css.cost}> {cost}</small>}
      </span>
    </button>
  )
}
