using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>A header's content with its type. In a message contract a member of this type also says for whom the header
/// is.</summary>
/// <typeparam name="T">A type with a data contract.</typeparam>
public class MessageHeader<T>
{
    /// <summary>Creates a header without content.</summary>
    public MessageHeader()
    {
    }

    /// <summary>Creates a header for whoever takes the message, which need not be understood.</summary>
    public MessageHeader(T content)
        : this(content, mustUnderstand: false, "", relay: false)
    {
    }

    /// <summary>Creates a header.</summary>
    /// <param name="content">What the header carries.</param>
    /// <param name="mustUnderstand">Whether a receiver that does not know the header must refuse the message.</param>
    /// <param name="actor">The node it is for; empty for the one that takes the message.</param>
    /// <param name="relay">Whether a node that does not know it passes it on; only SOAP 1.2 says so.</param>
    public MessageHeader(T content, bool mustUnderstand, string actor, bool relay)
    {
        Content = content;
        MustUnderstand = mustUnderstand;
        Actor = actor;
        Relay = relay;
    }

    /// <summary>Gets or sets the node the header is for; null or empty for the one that takes the message.</summary>
    public string? Actor { get; set; }

    /// <summary>Gets or sets what the header carries.</summary>
    public T? Content { get; set; }

    /// <summary>Gets or sets whether a receiver that does not know the header must refuse the message.</summary>
    public bool MustUnderstand { get; set; }

    /// <summary>Gets or sets whether a node that does not know the header passes it on. Only SOAP 1.2 says
    /// so.</summary>
    public bool Relay { get; set; }

    /// <summary>Makes the header that a message takes, with the content as a data contract.</summary>
    /// <param name="name">The element's name; not empty.</param>
    /// <param name="ns">The element's namespace; empty for none.</param>
    /// <returns>A header to be added to <c>MessageHeaders</c>. It may be used for any number of messages.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="ArgumentNullException">The namespace is null.</exception>
    public MessageHeader GetUntypedHeader(string name, string ns) =>
        MessageHeader.CreateHeader(name, ns, Content, MustUnderstand, Actor ?? "", Relay);
}
