using System.Xml;

namespace SfPerf.Platform;

/// <summary>
/// XML that may be well-formed, but is too large, too deep, or declares a document type. A retry does not help.
/// </summary>
public sealed class RefusedXmlException : XmlException
{
    internal RefusedXmlException(string message, int line, int position)
        : base(message, innerException: null, line, position) => Problem = message;

    /// <summary>Gets what is not allowed, without the place.</summary>
    public string Problem { get; }
}
