import { useText } from '#core/i18n/texts.tsx'
import css from './pickers.module.css'

/** A small selection for mentors and mentees; a phone's keyboard has all emojis. */
const groups = [
  [
    'faces',
    '😀 😃 😄 😁 😆 😅 😂 🤣 🙂 😉 😊 😇 🥰 😍 🤩 😋 😜 🤗 🤭 🤔 🤨 😐 😏 😌 😴 🤒 🤓 😎 🥳 😕 🙁 😮 😳 🥺 😢 😭 😤 😩 😱 😬',
  ],
  ['hands', '👍 👎 👌 ✌️ 🤞 🤝 👏 🙌 🙏 💪 👋 ✋ 👉 👈 ☝️ 👇 ✍️ 🤙 🫶 👀'],
  ['hearts', '❤️ 🧡 💛 💚 💙 💜 🤎 🖤 🤍 💖 💔 ❣️ 💯 ✨ ⭐ 🌟 🔥 🎉 🎊 🎈'],
  ['life', '📚 📖 📝 ✏️ 💻 📱 🎓 🏫 💼 📅 ⏰ 💡 🔍 🎯 🏆 🥇 📈 🗣️ 🚌 🏠 ☕ 🍛 🍲 🍎 🥭 🎂 🏏 ⚽ 🎵 🎨'],
  ['nature', '☀️ 🌤️ 🌧️ 🌈 🌙 🌸 🌺 🌻 🌼 🌱 🌳 🍀 🐶 🐱 🐘 🦚 🐯 🦋 🪔 🇮🇳'],
  ['signs', '✅ ❌ ❓ ❗ ➕ ➡️ ⬅️ ⬆️ ⬇️ 🔁 🆗 🆕 🔴 🟢 🔵 ⚠️'],
] as const

/** Screen readers read an emoji by its own name. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useText()
  return groups.map(([name, emojis]) => (
    <div key={name} role="group" aria-label={t(`chat.emoji.${name}`)}>
      <p className={css.group} aria-hidden="true">
        {t(`chat.emoji.${name}`)}
      </p>
      <div className={css.emojis}>
        {emojis.split(' ').map((emoji) => (
          <button key={emoji} type="button" onClick={() => onChoose(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
    </div>
  ))
}
