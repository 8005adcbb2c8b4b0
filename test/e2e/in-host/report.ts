/** The prefix of each line that the in-host tests print, which distinguishes it from the extension host's log. */
export const reportPrefix = 'in-host ';
