"""The documentation as a site, made and searched without a network: `python -m ruledsl_tools.site OUT`, in a checkout."""
