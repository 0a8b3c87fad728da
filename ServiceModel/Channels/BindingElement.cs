namespace System.ServiceModel.Channels;

/// <summary>One part of a binding: an encoding or a transport.</summary>
public abstract class BindingElement
{
    private protected BindingElement()
    {
    }

    public virtual BindingElement Clone() => (BindingElement)MemberwiseClone();
}
