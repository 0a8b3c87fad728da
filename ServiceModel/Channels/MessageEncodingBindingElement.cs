namespace System.ServiceModel.Channels;

/// <summary>How messages become bytes.</summary>
public abstract class MessageEncodingBindingElement : BindingElement
{
    private protected MessageEncodingBindingElement()
    {
    }

    public abstract MessageVersion MessageVersion { get; set; }
}
