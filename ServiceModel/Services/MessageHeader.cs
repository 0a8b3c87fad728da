using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>A header's content with its type. In a message contract a member of this type also says for whom the header
/// is.</summary>
public class MessageHeader<T>
{
    public MessageHeader()
    {
    }

    public MessageHeader(T content)
        : this(content, mustUnderstand: false, "", relay: false)
    {
    }

    public MessageHeader(T content, bool mustUnderstand, string actor, bool relay)
    {
        Content = content;
        MustUnderstand = mustUnderstand;
        Actor = actor;
        Relay = relay;
    }

    public string? Actor { get; set; }

    public T? Content { get; set; }

    public bool MustUnderstand { get; set; }

    public bool Relay { get; set; }

    /// <summary>Makes the header that a message takes.</summary>
    public MessageHeader GetUntypedHeader(string name, string ns) =>
        MessageHeader.CreateHeader(name, ns, Content, MustUnderstand, Actor ?? "", Relay);
}
