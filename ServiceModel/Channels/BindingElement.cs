namespace System.ServiceModel.Channels;

/// <summary>
/// Represents one part of a binding: an encoding or a transport. Custom binding elements are not supported.
/// </summary>
public abstract class BindingElement
{
    private protected BindingElement()
    {
    }

    /// <summary>Makes a copy whose settings can be changed independently, but for reader quotas, which the copy
    /// shares.</summary>
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
