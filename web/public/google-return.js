// Google's window comes back to this page, which hands the answer to the page that opened it and goes.
// It is no part of the app's script: on a slow line the person would wait for all of that to close a window.
const answer = new URLSearchParams(location.hash.slice(1) || location.search)
// The token must not stay in the address, nor in the history of a shared phone.
history.replaceState(null, '', location.pathname)

const state = answer.get('state')
if (state) {
  const channel = new BroadcastChannel(`saathi.google.${state}`)
  channel.addEventListener('message', () => window.close())
  channel.postMessage({ state, idToken: answer.get('id_token'), error: answer.get('error') })
}

// Nobody took it, or the browser does not let a script close this window: then the person has to.
setTimeout(() => {
  window.close()
  const words = document.querySelector('#done')
  try {
    const { languageCode, translations } = JSON.parse(localStorage.getItem('saathi.texts'))
    if (translations['google.closeWindow']) {
      words.textContent = translations['google.closeWindow']
      words.lang = languageCode
    }
  } catch {}
  words.hidden = false
}, 1500)
