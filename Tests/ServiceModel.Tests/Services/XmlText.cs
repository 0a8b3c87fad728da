using System.Text;
using System.Xml.Linq;
using SfPerf.Platform;

namespace SfPerf.ServiceModel.Tests.Services;

internal static class XmlText
{
    internal static XElement Parse(string text) => BoundedXml.Parse(Encoding.UTF8.GetBytes(text)).Root!;
}
