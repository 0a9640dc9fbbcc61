/** Languages of captions: English and the languages of India with the most speakers first. */
export const captionLanguages = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'Hindi · हिन्दी' },
  { value: 'bn', label: 'Bengali · বাংলা' },
  { value: 'mr', label: 'Marathi · मराठी' },
  { value: 'te', label: 'Telugu · తెలుగు' },
  { value: 'ta', label: 'Tamil · தமிழ்' },
  { value: 'gu', label: 'Gujarati · ગુજરાતી' },
  { value: 'ur', label: 'Urdu · اردو' },
  { value: 'kn', label: 'Kannada · ಕನ್ನಡ' },
  { value: 'or', label: 'Odia · ଓଡ଼ିଆ' },
  { value: 'ml', label: 'Malayalam · മലയാളം' },
  { value: 'pa', label: 'Punjabi · ਪੰਜਾਬੀ' },
  { value: 'as', label: 'Assamese · অসমীয়া' },
  { value: 'ar', label: 'Arabic · العربية' },
  { value: 'zh', label: 'Chinese · 中文' },
  { value: 'fr', label: 'French · Français' },
  { value: 'de', label: 'German · Deutsch' },
  { value: 'id', label: 'Indonesian · Bahasa Indonesia' },
  { value: 'ja', label: 'Japanese · 日本語' },
  { value: 'pt', label: 'Portuguese · Português' },
  { value: 'ru', label: 'Russian · Русский' },
  { value: 'es', label: 'Spanish · Español' },
] as const

/** Returns the name of a language that captions may be added in; undefined for others. */
export const nameOfCaptionLanguage = (language: string): string | undefined =>
  captionLanguages.find(({ value }) => value === language)?.label
