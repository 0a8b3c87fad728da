using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>Recognizes an exceeded reader quota: the base library reports one as a plain <see cref="XmlException"/>,
/// which a serializer wraps.</summary>
internal static class ReaderQuota
{
    internal static bool WasExceeded(Exception error) => Find(error) is not null;

    /// <summary>Gets the exception that tells of the quota; null when the error is another.</summary>
    internal static XmlException? Find(Exception error)
    {
        var xml = error as XmlException ?? error.InnerException as XmlException;
        return xml is not null && xml.Message.Contains("quota", StringComparison.Ordinal) ? xml : null;
    }
}
