document.title += '!';
