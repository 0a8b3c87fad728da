namespace System.ServiceModel.Channels;

/// <summary>One part of a binding: an encoding or a transport.</summary>
public abstract class BindingElement
{
    private protected BindingElement()
    {
    }

    public virtual BindingElement Clone()
    {
        var copy = (BindingElement)MemberwiseClone();
        copy.OwnParts();
        return copy;
    }

    /// <summary>Copies, in a copy, what it must not share with its original.</summary>
    private protected virtual void OwnParts()
    {
    }
}
