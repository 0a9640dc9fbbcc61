/**
 * Inline script for <head>: loads a document again, at most once in half a minute, when scripts or styles were lost before React took it
 * over. Browsers do not ask again, and the page would answer no press. Waits for the server, or an error page would come.
 * What extensions add to the page does not count.
 */
export const lostScriptsScript = `{let lost=false;const wait=(ms)=>setTimeout(()=>{const again=()=>wait(Math.min(2*ms,30000));fetch('/healthz',{cache:'no-store'}).then(({ok})=>ok?location.reload():again(),again)},ms),lose=()=>{if(lost||'hydrated' in document.documentElement.dataset)return;lost=true;try{const before=Number(sessionStorage.getItem('lostScripts'));if(Date.now()-before<30000)return;sessionStorage.setItem('lostScripts',Date.now())}catch{return}wait(500)},own=(address)=>!address||address.startsWith(location.origin);addEventListener('error',({target})=>{if(target instanceof HTMLScriptElement?own(target.src):target instanceof HTMLLinkElement&&target.rel==='stylesheet'&&own(target.href))lose()},true);addEventListener('unhandledrejection',({reason})=>{if(reason instanceof TypeError&&/module/i.test(reason.message))lose()})}`
