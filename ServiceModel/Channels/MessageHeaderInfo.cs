namespace System.ServiceModel.Channels;

/// <summary>What a header is called.</summary>
public sealed class MessageHeaderInfo
{
    internal MessageHeaderInfo(string name, string ns, bool mustUnderstand)
    {
        Name = name;
        Namespace = ns;
        MustUnderstand = mustUnderstand;
    }

    public bool MustUnderstand { get; }

    public string Name { get; }

    public string Namespace { get; }
}
