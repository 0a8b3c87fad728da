using System.Globalization;

namespace System.ServiceModel;

/// <summary>A fault's reason in one language.</summary>
public class FaultReasonText(string text, string xmlLang)
{
    public FaultReasonText(string text)
        : this(text, "en-US")
    {
    }

    public FaultReasonText(string text, CultureInfo cultureInfo)
        : this(text, cultureInfo?.Name ?? throw new ArgumentNullException(nameof(cultureInfo)))
    {
    }

    public string Text { get; } = text ?? throw new ArgumentNullException(nameof(text));

    public string XmlLang { get; } = xmlLang ?? throw new ArgumentNullException(nameof(xmlLang));

    public bool Matches(CultureInfo cultureInfo)
    {
        ArgumentNullException.ThrowIfNull(cultureInfo);
        return XmlLang == cultureInfo.Name;
    }
}
