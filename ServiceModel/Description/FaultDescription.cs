using System.Runtime.Serialization;

namespace System.ServiceModel.Description;

/// <summary>A fault an operation declares.</summary>
public class FaultDescription
{
    internal FaultDescription(string action, Type detailType, string name, string ns, XmlObjectSerializer serializer)
    {
        Action = action;
        DetailType = detailType;
        Name = name;
        Namespace = ns;
        Serializer = serializer;
    }

    public string Action { get; }

    public Type DetailType { get; }

    public string Name { get; }

    public string Namespace { get; }

    internal XmlObjectSerializer Serializer { get; }
}
