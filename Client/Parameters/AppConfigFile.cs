using System.Collections.Generic;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;
using SfPerf.Commands.Parameters;
using SfPerf.Platform;

namespace SfPerf.Client.Parameters;

/// <summary>
/// Reads the original's App.config: <c>configuration/appSettings/add key="…" value="…"</c>. An empty value is one
/// that is not set: the file it shipped with has nothing else.
/// </summary>
internal static class AppConfigFile
{
    public static void Read(
        string path, byte[] bytes, List<RawParameter> values, List<ParameterProblem> problems)
    {
        XDocument document;
        try
        {
            document = BoundedXml.Parse(bytes);
        }
        catch (RefusedXmlException e)
        {
            Fail(new ParameterOrigin(OriginKind.File, path, e.LineNumber, e.LinePosition), null, null, e.Problem);
            return;
        }
        catch (XmlException e)
        {
            Fail(new ParameterOrigin(OriginKind.File, path, e.LineNumber, e.LinePosition), null, null,
                $"not valid XML: {e.Message}");
            return;
        }

        var root = document.Root!;
        if (root.Name != "configuration")
        {
            Fail(Origin(root), null, null,
                $"the root element is <{root.Name.LocalName}>; allowed: <configuration>, as in App.config.");
            return;
        }

        var lines = new Dictionary<string, int>();
        foreach (var add in root.Elements("appSettings").Elements())
        {
            var key = (string?)add.Attribute("key");
            var value = (string?)add.Attribute("value");
            if (add.Name != "add" || key is null || value is null)
                Fail(Origin(add), null, null, "allowed in <appSettings>: <add key=\"NAME\" value=\"VALUE\" />.");
            else if (!lines.TryAdd(key, Origin(add).Line))
                Fail(Origin(add), key, value, $"set twice; first on line {lines[key]}.");
            else if (value.Length > 0 || RunCatalogue.Instance.Find(key) is null)
                values.Add(new RawParameter(key, value, JsonValueKind.Undefined, Origin(add)));
        }

        void Fail(ParameterOrigin origin, string? name, string? value, string message) =>
            problems.Add(new ParameterProblem(name, value, origin, message));

        ParameterOrigin Origin(IXmlLineInfo node) =>
            new(OriginKind.File, path, node.LineNumber, node.LinePosition);
    }
}
