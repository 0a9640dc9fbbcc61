/** The page for the case that even the error page could not be rendered: no script, no style sheet, nothing that can fail. */
export const lastResort = (requestId: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong · Virtual Courses</title>
<h1>Something went wrong</h1>
<p>This page could not be shown. Please try again in a moment.</p>
<p><a href="/">Go to the home page</a></p>
<p>Request ${requestId.replace(/[^\w.:-]/g, '')}</p>
</html>
`

/** The page for when there is no room to render another one. */
export const busyPage = (message: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Please try again · Virtual Courses</title>
<h1>Please try again in a moment</h1>
<p>${message}</p>
</html>
`
