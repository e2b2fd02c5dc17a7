SELECT COUNT(*) FROM StatDB WHERE Age > 60.5 AND Disease = 'flu'
